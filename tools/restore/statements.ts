import type { DatabaseSync } from "node:sqlite";
import type { BackupSource } from "#schema/db/backups.ts";
import { type Counts, insertInto, RESTORE_ORDER } from "./staging.ts";

/** D1 allows 100 KB per statement. */
const MAX_STATEMENT = 90_000;
const MAX_CHUNK = 20_000;

/** wrangler searches a whole file for these, inside texts too, so texts that contain them are written in hex. */
const NEEDS_HEX = /[;'\p{Cc}]|--|\/\*|begin|commit/iu;

type Value = string | number | bigint | null;

function literal(value: Value): string {
  if (value === null) return "null";
  if (typeof value !== "string") return String(value);
  if (!NEEDS_HEX.test(value)) return `'${value}'`;
  return `cast(x'${Buffer.from(value).toString("hex")}' as text)`;
}

/** For a row too long for one statement: appends its long texts piece by piece. */
function longRow({ name, columns, key }: BackupSource, verb: string, row: Value[]): string[] {
  const isLong = (value: Value): value is string =>
    typeof value === "string" && Buffer.byteLength(value) > MAX_CHUNK;
  const names = columns.map((column) => `"${column}"`).join(", ");
  const short = row.map((value) => literal(isLong(value) ? "" : value)).join(", ");
  const where = key.map((one) => `"${one}" = ${literal(row[columns.indexOf(one)] ?? null)}`);
  const appended = row.flatMap((value, index) =>
    isLong(value)
      ? (value.match(/.{1,5000}/gsu) ?? []).map(
          (piece) =>
            `update "${name}" set "${columns[index]}" = "${columns[index]}" || ${literal(piece)} where ${where.join(" and ")};`,
        )
      : [],
  );
  return [`${verb} "${name}" (${names}) values (${short});`, ...appended];
}

function* tableStatements(
  database: DatabaseSync,
  source: BackupSource,
  verb: string,
): Generator<string> {
  const names = source.columns.map((column) => `"${column}"`).join(", ");
  const head = `${verb} "${source.name}" (${names}) values\n`;
  const rows = database.prepare(
    `select ${names} from "${source.name}" order by ${source.key.join(", ")}`,
  );
  let open: string[] = [];
  let size = head.length;
  for (const record of rows.iterate()) {
    const row = source.columns.map((column) => record[column] as Value);
    const text = `(${row.map(literal).join(",")})`;
    const bytes = Buffer.byteLength(text) + 2;
    if (open.length > 0 && size + bytes > MAX_STATEMENT) {
      yield `${head}${open.join(",\n")};`;
      [open, size] = [[], head.length];
    }
    if (head.length + bytes > MAX_STATEMENT) yield* longRow(source, verb, row);
    else {
      open.push(text);
      size += bytes;
    }
  }
  if (open.length > 0) yield `${head}${open.join(",\n")};`;
}

/** The staging database as SQL, parents first. */
export function* statementsOf(database: DatabaseSync, initial: Counts): Generator<string> {
  for (const source of RESTORE_ORDER)
    yield* tableStatements(database, source, insertInto(initial, source.name));
}
