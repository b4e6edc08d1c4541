/** The attributes of a link to another site. */
export const OUTER_LINK = { target: "_blank", rel: "noopener noreferrer" } as const;
