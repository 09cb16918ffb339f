// Which chunk of the page a module goes to: what a table needs is in two files and no more.
// Not here: the parts that are fetched when they are opened (src/components/parts).
// Invariant: a module that a table needs is in no third chunk, whoever shares it.

/** What is asked of the bundler about a module. */
interface Module {
  isEntry: boolean;
  importers: readonly string[];
  dynamicImporters: readonly string[];
}

interface Modules {
  getModuleInfo: (id: string) => Module | null;
}

/** The modules behind an import() or the page itself from which this one is needed. */
function rootsOf(id: string, modules: Modules, seen = new Set<string>()): string[] {
  if (seen.has(id)) return [];
  seen.add(id);
  const info = modules.getModuleInfo(id);
  if (info === null) return [];
  const above = info.importers.flatMap((importer) => rootsOf(importer, modules, seen));
  return info.isEntry || info.dynamicImporters.length > 0 ? [id, ...above] : above;
}

export function chunkOf(id: string, modules: Modules): string | null {
  const roots = rootsOf(id, modules);
  const part = (name: string): boolean => roots.some((root) => root.endsWith(`/parts/${name}.ts`));
  const first = roots.some((root) => modules.getModuleInfo(root)?.isEntry === true);
  if (first || (part('table') && part('start'))) return 'index';
  return part('table') ? 'table' : null;
}
