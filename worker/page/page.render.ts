import { FirstView, type FirstViewData } from "#view/first-view.tsx";

/**
 * The first view as markup. The Worker's tsconfig gives JSX to Hono's runtime, whose elements become
 * text with every text and attribute escaped (docs/decisions/057).
 */
export const renderFirstView = (data: FirstViewData): string => String(FirstView(data));
