const format = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

export const formatDateTime = (iso: string): string => format.format(new Date(iso));
