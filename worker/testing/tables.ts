/// <reference types="vite/types/importMeta.d.ts" />
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";

const modules = Object.values(
  import.meta.glob<Record<string, unknown>>("../../schema/db/*.ts", { eager: true }),
);

/** All tables of schema/db, so that tests include new ones. */
export const tables = modules
  .flatMap((module) => Object.values(module))
  .filter((value): value is SQLiteTable => is(value, SQLiteTable))
  .map((table) => getTableConfig(table));
