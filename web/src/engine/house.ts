// What the engine tells of rule sets and house rules (wasm/README.md).
// Not here: forms. Invariant: values are texts, as they stand in rule files.
export interface Choice {
  value: string;
  title: string;
}

/** One switch of a rule set. */
export interface Param {
  name: string;
  group: string;
  type: string; // "int", "bool", "enum", "bands" ...: the types of canasta/params.h in lower case
  title: string;
  about: string;
  low?: number;
  high?: number;
  choices?: Choice[];
}

export interface Catalogue {
  groups: { id: string; title: string }[];
  params: Param[]; // group by group
}

/** `name = value` texts by name. */
export type Values = Readonly<Record<string, string>>;

export interface HouseWish {
  rules: string;
  overrides: string; // "target = 3000; draw_count = 2"
  name: string;
  players: number; // 0: as many as usual
}

export interface HouseRules {
  ok: boolean; // these rules can be played
  players: number;
  counts: number[];
  base: Values; // without the changes
  values: Values;
  problem: { param: string; message: string } | null;
  // Of rules that can be played:
  overrides?: string; // the changes, and nothing that is none
  code?: string;
  explanation?: string;
}

export interface CodeSays {
  ok: boolean;
  rules: string;
  name: string;
  overrides: string;
  problems: { column: number; message: string }[];
}
