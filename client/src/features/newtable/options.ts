/** The options of a game from its JSON Schema: numbers with bounds, switches, and choices. */

export type Option =
  | { kind: "number"; name: string; least: number; most: number; usual: number | null }
  | { kind: "switch"; name: string; usual: boolean }
  | { kind: "choice"; name: string; values: string[]; usual: string };

interface Property {
  type?: string;
  anyOf?: Property[];
  enum?: string[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  properties?: Record<string, Property>;
}

export function readOptions(schema: Schema): Option[] {
  const name = schema.$ref?.split("/").at(-1);
  const { properties = {} } = (name ? schema.$defs?.[name] : undefined) ?? schema;
  return Object.entries(properties).flatMap(([name, property]): Option[] => {
    if (property.type === "boolean")
      return [{ kind: "switch", name, usual: property.default === true }];
    if (property.enum) {
      const [first = "", ...others] = property.enum;
      const usual = String(property.default ?? first);
      return [{ kind: "choice", name, values: [first, ...others], usual }];
    }
    // A number may be null: then the rules choose it.
    const number = [property, ...(property.anyOf ?? [])].find(({ type }) => type === "integer");
    if (!number) return [];
    const { minimum: least = 0, maximum: most = 999 } = number;
    const usual = property.default === null ? null : Number(property.default ?? least);
    return [{ kind: "number", name, least, most, usual }];
  });
}
