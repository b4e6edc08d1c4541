import * as z from "zod/mini";
import { BAD_CURSOR } from "#schema/api/fields.ts";

/** The last row of a page in order of time and id. */
export interface TimePosition {
  createdAt: number;
  id: string;
}

/** A client's id of a submission can have capitals (decision 140). */
const CURSOR = /^([0-9a-z]{1,9})\.([0-9a-f-]{36})$/i;

/** Unsigned, because every value is a valid position. */
export const writeTimeCursor = ({ createdAt, id }: { createdAt: Date; id: string }): string =>
  `${createdAt.getTime().toString(36)}.${id}`;

export function readTimeCursor(text: string): TimePosition | null {
  const [, time = "", id = ""] = CURSOR.exec(text) ?? [];
  return id === "" ? null : { createdAt: Number.parseInt(time, 36), id };
}

/** A query field that refuses cursors for which `read` returns null. */
export const cursorField = <Position>(read: (text: string) => Position | null) =>
  z.pipe(z.string().check(z.refine((text) => read(text) !== null, BAD_CURSOR)), z.transform(read));
