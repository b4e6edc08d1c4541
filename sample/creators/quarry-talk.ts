import { picturePage } from "#sample/content/hosts.ts";
import { text } from "#sample/content/texts.ts";
import { PLAIN_ACCOUNT, type CreatorSpec } from "#sample/user.ts";
import { rows } from "./rows.ts";

export const quarryTalk: CreatorSpec = {
  ...PLAIN_ACCOUNT,
  name: "quarry_talk",
  title: "Quarry Talk",
  description: "Words about stones, and not one picture of them.",
  posts: rows("1tlk", [
    [
      "Which saw blade for jasper?",
      "RockTumblers",
      8,
      40,
      61,
      text("Mine wanders. <Yours> & mine?"),
    ],
    [
      "Grit sizes, a long answer",
      "RockTumblers",
      30,
      210,
      33,
      text("80, 220, 600, then patience."),
    ],
    [
      "An article about tumblers",
      "RockTumblers",
      70,
      12,
      1,
      picturePage("https://example.com/tumblers", "pyritecu"),
    ],
  ]),
};
