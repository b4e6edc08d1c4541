import { asciiJson } from "./ascii-json.ts";

/** A typed answer with its JSON text: the API sends the text, pages use the object. */
export interface ReadyAnswer<T> {
  answer: T;
  text: string;
}

export const readyAnswer = <T>(answer: T): ReadyAnswer<T> => ({ answer, text: asciiJson(answer) });
