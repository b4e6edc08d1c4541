/// <reference types="vite/types/importMeta.d.ts" />

interface Definition {
  shape?: Record<string, unknown>;
  in?: unknown;
  out?: unknown;
  innerType?: unknown;
  element?: unknown;
}

const SCHEMAS = Object.values(
  import.meta.glob<Record<string, unknown>>(["../../schema/api/*.ts", "!**/*.test.ts"], {
    eager: true,
  }),
).flatMap((module) => Object.values(module));

/** The names of a schema's fields at any depth; none for values that are no schema. */
function fieldsIn(schema: unknown): string[] {
  const def = (schema as { _zod?: { def: Definition } } | null | undefined)?._zod?.def;
  if (!def) return [];
  const own = Object.entries(def.shape ?? {}).flatMap(([name, field]) => [
    name,
    ...fieldsIn(field),
  ]);
  return [...own, ...[def.in, def.out, def.innerType, def.element].flatMap(fieldsIn)];
}

/** Of all schemas in schema/api, so that hostile input reaches new fields too. */
export const requestFields = (): string[] => [...new Set(SCHEMAS.flatMap(fieldsIn))].toSorted();
