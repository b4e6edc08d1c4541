import { FirstView, type FirstViewData } from "#view/first-view.tsx";

/** The Worker's tsconfig compiles JSX for Hono's runtime, which escapes every text and attribute (decision 057). */
export const renderFirstView = (data: FirstViewData): string => String(FirstView(data));
