// The layers of the browser modules, and what contradicts them.

/**
 * The folders, lowest first. A module imports from its own folder and from those in lower rows; folders in one row do
 * not import each other. Files outside of a folder are above all.
 */
export const LAYERS = [
  ['core'],
  ['data'],
  ['controls', 'chart', 'text'],
  ['tune', 'compare', 'ask', 'questions', 'library', 'sweep'],
  ['pages'],
  ['shell'],
];

const IMPORT = /^import (?:\{([^}]*)\} from )?'([^']+)';$/gm;
const TYPE_IMPORT = /(?:@import .* from |\bimport\()'([^']+\.js)'/g;
const EXPORT = /^export (?:async )?(?:function\*?|class|const) (\w+)/gm;

const folderOf = (path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '');

/** Return the row of a module's folder; all others are above the last one. */
function layerOf(path) {
  const row = LAYERS.findIndex((folders) => folders.includes(folderOf(path)));
  return row < 0 ? LAYERS.length : row;
}

/**
 * Return the imports of a module: the paths, and the names that each provides.
 *
 * @param {string} path
 * @param {string} code
 * @returns {{target: string, names: string[]}[]}
 */
function importsOf(path, code) {
  return [...code.matchAll(IMPORT)].map(([, names = '', target]) => ({
    target: targetOf(path, target),
    names: names.split(',').map((name) => name.trim().split(' as ')[0]).filter(Boolean),
  }));
}

/** Return the paths of the modules whose types a module names. @type {(path: string, code: string) => string[]} */
const typeImportsOf = (path, code) => [...code.matchAll(TYPE_IMPORT)].map(([, target]) => targetOf(path, target));

/** Return the path of a module that another one imports. @type {(path: string, target: string) => string} */
const targetOf = (path, target) => new URL(target, `file:///${path}`).pathname.slice(1);

/**
 * Return what is wrong with the imports of modules, as sentences.
 *
 * @param {Map<string, string>} modules  code by path
 * @param {string[]} entries  modules that nothing needs to import
 * @param {Map<string, string>} [tests]  code by path: what else may import a name
 */
export function importFaults(modules, entries, tests = new Map()) {
  const imports = new Map([...modules].map(([path, code]) => [path, importsOf(path, code)]));
  const all = [...imports].flatMap(([path, found]) => found.map((each) => ({ path, ...each })));
  const used = new Set(all.map(({ target }) => target));
  const named = [...all, ...[...tests].flatMap(([path, code]) => importsOf(path, code))];
  return [
    ...all.flatMap(({ path, target }) => directionFaults(path, target, modules)),
    ...[...modules].flatMap(([path, code]) => typeImportsOf(path, code).flatMap((target) => directionFaults(path, target, modules))),
    ...[...modules.keys()].filter((path) => !used.has(path) && !entries.includes(path)).map((path) => `nothing imports ${path}`),
    ...[...modules].flatMap(([path, code]) => unusedExports(path, code, named)),
    ...cycles(imports).map((path) => `modules import each other: ${path.join(' → ')}`),
  ];
}

function directionFaults(path, target, modules) {
  if (!modules.has(target)) return [`${path} imports ${target}, which does not exist`];
  const [own, other] = [layerOf(path), layerOf(target)];
  if (other > own) return [`${path} imports ${target}, which is in a higher layer`];
  if (other === own && folderOf(path) !== folderOf(target)) {
    return [`${path} imports ${target}: folders of one layer do not import each other`];
  }
  return [];
}

function unusedExports(path, code, imports) {
  const used = new Set(imports.filter(({ target }) => target.endsWith(path)).flatMap(({ names }) => names));
  return [...code.matchAll(EXPORT)].filter(([, name]) => !used.has(name))
    .map(([, name]) => `${path} exports ${name}, which nothing imports`);
}

// One cycle at most: the first one found, from a module back to it.
function cycles(imports) {
  const done = new Set();
  const visit = (path, trail) => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return null;
    for (const { target } of imports.get(path) ?? []) {
      const found = visit(target, [...trail, path]);
      if (found) return found;
    }
    done.add(path);
    return null;
  };
  for (const path of imports.keys()) {
    const found = visit(path, []);
    if (found) return [found];
  }
  return [];
}
