// The JSON of the engine has exactly the fields and types that types.ts declares.
// Not here: the values (engine.test.ts). The declarations are read from types.ts itself.
// Invariant: a field added on one side only, or of another type, fails with its path.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  BUILD_MS,
  GAMES,
  gameName,
  newEngine,
  newPlayers,
  playNatively,
  prepareEngine,
} from './engine_support';

const file = fileURLToPath(new URL('../src/engine/types.ts', import.meta.url));
const text = readFileSync(file, 'utf8');
const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
const declared = new Map(
  source.statements
    .filter((s) => ts.isInterfaceDeclaration(s) || ts.isTypeAliasDeclaration(s))
    .map((s) => [s.name.text, s]),
);

function misfits(value: unknown, type: ts.TypeNode, path: string): string[] {
  const wrong = [`${path}: ${JSON.stringify(value)} is no ${type.getText(source)}`];
  if (ts.isUnionTypeNode(type)) {
    const each = type.types.map((one) => misfits(value, one, path));
    const fits = each.some((found) => found.length === 0);
    return fits ? [] : (each.find((found) => found.length > 1) ?? wrong);
  }
  if (ts.isLiteralTypeNode(type)) {
    if (type.literal.kind === ts.SyntaxKind.NullKeyword) return value === null ? [] : wrong;
    return ts.isStringLiteral(type.literal) && type.literal.text === value ? [] : wrong;
  }
  if (ts.isArrayTypeNode(type)) {
    if (!Array.isArray(value)) return wrong;
    return value.flatMap((item, i) => misfits(item, type.elementType, `${path}[${i}]`));
  }
  if (ts.isTypeLiteralNode(type)) return misfitMembers(value, type.members, path);
  if (ts.isTypeReferenceNode(type)) return misfitNamed(value, type.typeName.getText(source), path);
  if (type.kind === ts.SyntaxKind.StringKeyword) return typeof value === 'string' ? [] : wrong;
  if (type.kind === ts.SyntaxKind.BooleanKeyword) return typeof value === 'boolean' ? [] : wrong;
  if (type.kind === ts.SyntaxKind.NumberKeyword) return Number.isInteger(value) ? [] : wrong;
  throw new Error(`types.ts uses a type this test does not know: ${type.getText(source)}`);
}

type Members = ts.NodeArray<ts.TypeElement>;

function misfitMembers(value: unknown, members: Members, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`${path}: ${JSON.stringify(value)} is no object`];
  }
  const rest = new Map<string, unknown>(Object.entries(value));
  const found: string[] = [];
  for (const member of members) {
    if (!ts.isPropertySignature(member) || member.type === undefined) continue;
    const name = member.name.getText(source);
    if (rest.has(name)) found.push(...misfits(rest.get(name), member.type, `${path}.${name}`));
    else found.push(`${path}.${name} is missing`);
    rest.delete(name);
  }
  return [...found, ...[...rest.keys()].map((name) => `${path}.${name} is not declared`)];
}

function misfitNamed(value: unknown, name: string, path: string): string[] {
  const declaration = declared.get(name);
  if (declaration === undefined) throw new Error(`types.ts has no ${name}`);
  return ts.isInterfaceDeclaration(declaration)
    ? misfitMembers(value, declaration.members, path)
    : misfits(value, declaration.type, path);
}

beforeAll(prepareEngine, BUILD_MS);

describe('the JSON of the engine is what types.ts declares', () => {
  test.each(GAMES.map((game) => [gameName(game), game] as const))('%s', async (_name, game) => {
    const { start, told } = playNatively(game);
    const engine = await newEngine();
    engine.start(start);
    for (const { event, judged, placed } of told) {
      if (event !== null) engine.event(event);
      expect(misfitNamed(engine.view(), 'View', 'view'), event ?? 'start').toEqual([]);
      for (const { play } of judged) {
        expect(misfitNamed(engine.judge(play), 'Judgement', 'judgement'), play).toEqual([]);
      }
      for (const { groups, cards } of placed) {
        for (const target of engine.targets('', groups === '' ? [] : [groups], [cards])) {
          expect(misfitNamed(target, 'Target', 'target'), cards).toEqual([]);
        }
      }
    }
  });

  test('so is a thought', async () => {
    const players = await newPlayers();
    const { start, told } = playNatively(GAMES[0]!);
    const met = new Set<boolean>();
    players.start(start);
    for (const { event } of told.slice(0, 60)) {
      if (event !== null) players.event(event);
      if (players.view().steps.length === 0) continue;
      const thought = players.think();
      expect(misfitNamed(thought, 'Thought', 'thought'), event ?? 'start').toEqual([]);
      met.add(thought.other === null);
    }
    expect(met.size).toBe(2);
  });

  test('and this test sees a missing field, one too many, and one of another type', async () => {
    const engine = await newEngine();
    engine.start(playNatively(GAMES[0]!).start);
    const view = engine.view();
    const wrong = (value: unknown) => misfitNamed(value, 'View', 'view');
    const { stock, ...less } = view;
    expect(stock).toBeTypeOf('number');
    expect(wrong(less)).toEqual(['view.stock is missing']);
    expect(wrong({ ...view, more: 1 })).toEqual(['view.more is not declared']);
    expect(wrong({ ...view, phase: 'lunch' })).toHaveLength(1);
    expect(wrong({ ...view, pile: { ...view.pile, count: '3' } })).toHaveLength(1);
    expect(wrong({ ...view, scores: [{}] }).length).toBeGreaterThan(1);
  });
});
