import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { importFaults, LAYERS } from './layers.js';

const HERE = new URL('.', import.meta.url).pathname;
const WEB = join(HERE, '../../chunking/gui/web');
const ENTRIES = ['window.js', 'message.js', ...readdirSync(join(WEB, 'pages')).map((name) => `pages/${name}`)];

const codeIn = (folder) => new Map(readdirSync(folder, { recursive: true }).map(String)
  .filter((path) => path.endsWith('.js')).sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]));

const faults = (modules, tests) => importFaults(new Map(Object.entries(modules)), ['window.js'], new Map(Object.entries(tests ?? {})));

test('modules import from their own folder and from lower layers, and nothing is unused', () => {
  assert.deepEqual(importFaults(codeIn(WEB), ENTRIES, codeIn(HERE)), []);
});

test('every folder has a layer', () => {
  const folders = new Set([...codeIn(WEB).keys()].filter((path) => path.includes('/')).map((path) => path.split('/')[0]));
  assert.deepEqual([...folders].sort(), LAYERS.flat().sort());
});

test('an import of a higher layer is a fault', () => {
  assert.deepEqual(faults({
    'window.js': "import { a } from './core/a.js';\n",
    'core/a.js': "import { b } from '../text/b.js';\nexport const a = b;\n",
    'text/b.js': 'export const b = 1;\n',
  }), ['core/a.js imports text/b.js, which is in a higher layer']);
});

test('an import of another folder of the same layer is a fault', () => {
  assert.deepEqual(faults({
    'window.js': "import { a } from './ask/a.js';\n",
    'ask/a.js': "import {\n  b,\n} from '../tune/b.js';\nexport function a() { return b; }\n",
    'tune/b.js': 'export const b = 1;\n',
  }), ['ask/a.js imports tune/b.js: folders of one layer do not import each other']);
});

test('the types of a higher layer are a fault too', () => {
  assert.deepEqual(faults({
    'window.js': "import { a } from './core/a.js';\nimport { b } from './text/b.js';\n",
    'core/a.js': "/** @import { B } from '../text/b.js' */\n/** @type {import('../text/b.js').C} */\nexport const a = 1;\n",
    'text/b.js': 'export const b = 1;\n',
  }), Array(2).fill('core/a.js imports text/b.js, which is in a higher layer'));
});

test('a cycle is a fault', () => {
  assert.deepEqual(faults({
    'window.js': "import { a } from './core/a.js';\n",
    'core/a.js': "import { b } from './b.js';\nexport const a = 1;\n",
    'core/b.js': "import { a } from './a.js';\nexport const b = a;\n",
  }), ['modules import each other: core/a.js → core/b.js → core/a.js']);
});

test('a module or a name that nothing imports is a fault, except for tests', () => {
  const modules = {
    'window.js': "import { a } from './core/a.js';\n",
    'core/a.js': 'export const a = 1;\nexport class Other {}\n',
    'core/b.js': 'const b = 1;\n',
  };
  assert.deepEqual(faults(modules), ['nothing imports core/b.js', 'core/a.js exports Other, which nothing imports']);
  const tests = { 'a.test.js': "import { Other } from '../../chunking/gui/web/core/a.js';\n" };
  assert.deepEqual(faults(modules, tests), ['nothing imports core/b.js']);
});

test('an import of a missing file is a fault', () => {
  assert.deepEqual(faults({ 'window.js': "import { a } from './core/a.js';\n" }),
    ['window.js imports core/a.js, which does not exist']);
});
