// What a configuration finds when it is evaluated: its own files, and stand-ins for everything else.
//
// `INPUT` holds the entry, the code of the files known so far and what is known of the disk. Whatever else is asked for
// is noted in `needs`; the caller looks it up and starts again, so that the engine itself never touches a disk.

const ROOT = '/project';
const SITE = INPUT.site === '' ? ROOT : `${ROOT}/${INPUT.site}`;
const NAME = Symbol('stand-in');
const needs = [];
const notes = [];
const cache = new Map();

class Needed extends Error {}

function ask(kind, path, from) {
  const key = `${kind} ${path}`;
  if (Object.hasOwn(INPUT.facts, key)) return INPUT.facts[key];
  needs.push({kind, path, from});
  throw new Needed(`${kind} ${path}`);
}

// A value that can be called, constructed, read and put into text, and whose name says where it came from.
function standIn(name) {
  return new Proxy(() => undefined, {
    get(_target, key) {
      if (key === NAME) return name;
      if (key === 'then' || key === 'toJSON') return undefined;
      if (key === '__esModule') return true;
      if (key === 'default') return standIn(name);
      if (INPUT.data && (typeof key === 'symbol' || key === 'length')) return refuse(name);
      if (key === Symbol.toPrimitive) return () => '';
      if (key === Symbol.iterator) return () => [][Symbol.iterator]();
      if (key === 'length') return 0;
      if (key === 'toString' || key === 'valueOf') return () => '';
      return typeof key === 'symbol' ? undefined : standIn(`${name}.${key}`);
    },
    has: () => true,
    set: () => true,
    apply: () => (INPUT.data ? refuse(name) : standIn(name)),
    construct: () => (INPUT.data ? refuse(name) : standIn(name)),
  });
}
// Data must not be made of what is not there.
function refuse(name) {
  throw new Error(`it needs \`${name}\`, which is not at hand`);
}
const isStandIn = (value) => (typeof value === 'function' || typeof value === 'object') && value !== null && typeof value[NAME] === 'string';

function normalise(path) {
  const parts = [];
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
      else if (!path.startsWith('/')) parts.push('..');
    } else if (part !== '' && part !== '.') {
      parts.push(part);
    }
  }
  const text = parts.join('/');
  return path.startsWith('/') ? `/${text}` : text || '.';
}
const path = {
  sep: '/',
  delimiter: ':',
  normalize: normalise,
  join: (...parts) => normalise(parts.filter((part) => part !== '').join('/') || '.'),
  resolve: (...parts) => {
    let resolved = '';
    for (const part of [SITE, ...parts]) resolved = `${part}`.startsWith('/') ? `${part}` : `${resolved}/${part}`;
    return normalise(resolved);
  },
  isAbsolute: (text) => text.startsWith('/'),
  dirname: (text) => (text.includes('/') ? text.slice(0, text.lastIndexOf('/')) || '/' : '.'),
  basename: (text, ending = '') => {
    const name = text.slice(text.lastIndexOf('/') + 1);
    return ending !== '' && name.endsWith(ending) ? name.slice(0, -ending.length) : name;
  },
  extname: (text) => {
    const name = path.basename(text);
    return name.lastIndexOf('.') > 0 ? name.slice(name.lastIndexOf('.')) : '';
  },
  relative: (from, to) => {
    const [a, b] = [from, to].map((text) => path.resolve(text).split('/'));
    let same = 0;
    while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
    return [...a.slice(same).map(() => '..'), ...b.slice(same)].join('/');
  },
  parse: (text) => {
    const [base, ext] = [path.basename(text), path.extname(text)];
    return {root: text.startsWith('/') ? '/' : '', dir: path.dirname(text), base, ext, name: path.basename(base, ext)};
  },
};
path.posix = path;
path.win32 = path;

function missing(name) {
  const error = new Error(`ENOENT: no such file or directory: ${name}`);
  error.code = 'ENOENT';
  return error;
}
const fileName = (name) => path.resolve(`${name}`.replace(/^file:\/\//, ''));
const fs = {
  existsSync: (name) => ask('exists', fileName(name), current()) === true,
  readFileSync: (name) => {
    const text = ask('text', fileName(name), current());
    if (text === null) throw missing(name);
    return text;
  },
  readJsonSync: (name) => JSON.parse(fs.readFileSync(name)),
  readdirSync: (name) => {
    const names = ask('list', fileName(name), current());
    if (names === null) throw missing(name);
    return names;
  },
  statSync: (name) => {
    const kind = ask('kind', fileName(name), current());
    if (kind === null) throw missing(name);
    return {isDirectory: () => kind === 'folder', isFile: () => kind === 'file', isSymbolicLink: () => false};
  },
};
fs.lstatSync = fs.statSync;
fs.pathExistsSync = fs.existsSync;
fs.promises = Object.fromEntries(
  Object.entries(fs).map(([name, call]) => [name.replace('Sync', ''), async (...given) => call(...given)]),
);
for (const [name, call] of Object.entries(fs.promises)) fs[name] ??= call;

class Address {
  constructor(text, base) {
    const given = `${text}`;
    const folder = base === undefined ? '' : `${base}`.replace(/[^/]*$/, '');
    const [, scheme, host, rest = ''] = /^([a-z]+:)?(?:\/\/([^/?#]*))?(.*)$/i.exec(/^[a-z]+:/i.test(given) ? given : folder + given);
    this.protocol = scheme ?? '';
    this.host = this.hostname = host ?? '';
    this.pathname = normalise(rest.replace(/[?#].*$/, '') || '/');
    this.origin = `${this.protocol}//${this.host}`;
    this.href = `${this.origin}${this.pathname}`;
  }
  toString() { return this.href; }
}
const url = {
  URL: Address,
  fileURLToPath: (address) => (isStandIn(address) ? SITE : `${address}`.replace(/^file:\/\//, '')),
  pathToFileURL: (name) => new Address(`file://${path.resolve(name)}`),
};

// What pages ask the docs for: the version that they belong to. It is the one that is imported.
const DOCS_CLIENT = /^@docusaurus\/plugin-content-docs\/client$|^@theme\/hooks\/useDocs$/;
const version = {name: 'current', label: INPUT.version, isLast: true};
const docsClient = {
  useActiveVersion: () => version,
  useDocsVersion: () => ({...version, version: version.name}),
  useLatestVersion: () => version,
  useVersions: () => [version],
  __esModule: true,
};

const stack = [];
const current = () => stack.at(-1) ?? INPUT.entry;

function load(from, request) {
  const name = request.replace(/^node:/, '');
  if (name === 'path' || name === 'path/posix') return path;
  if (name === 'fs' || name === 'fs-extra' || name === 'graceful-fs') return fs;
  if (name === 'fs/promises') return fs.promises;
  if (name === 'url') return url;
  if (name === '@docusaurus/ExecutionEnvironment') return {default: {canUseDOM: false}, __esModule: true};
  if (INPUT.data && DOCS_CLIENT.test(name)) return docsClient;
  if (!/^(\.\.?(\/|$)|\/|@site\/)/.test(name)) return standIn(request);
  const file = ask('module', locate(from, name), from);
  if (file === null) {
    notes.push({file: from, message: `there is no module \`${request}\`; what it gives is left out`});
    return standIn(request);
  }
  return run(file);
}
const locate = (from, name) =>
  name.startsWith('@site/') ? path.join(SITE, name.slice(6)) : path.resolve(path.dirname(`${ROOT}/${from}`), name);

function run(file) {
  if (cache.has(file)) return cache.get(file).exports;
  const module = {exports: {}, id: file, filename: `${ROOT}/${file}`, children: [], paths: []};
  cache.set(file, module);
  const source = INPUT.sources[file];
  if (source.kind === 'value') return (module.exports = source.value);
  if (source.kind === 'component') return (module.exports = standIn(file));
  stack.push(file);
  try {
    wrap(source.code, '')(...surroundings(file, module));
  } catch (error) {
    if (error instanceof Needed || needs.length > 0) throw error;
    if (INPUT.data) throw new Error(`\`${file}\`: ${describe(error)}`);
    notes.push({file, message: `it could not be evaluated (${describe(error)}), so what it exports is left out`});
    module.exports = standIn(file);
  } finally {
    stack.pop();
  }
  return module.exports;
}
const wrap = (code, kind) =>
  (0, eval)(`(${kind} function (module, exports, require, __filename, __dirname, __interop, __import, __meta) {${code}\n})`);

function surroundings(file, module) {
  const require = (request) => load(file, request);
  require.resolve = (request) => {
    if (!/^(\.\.?(\/|$)|\/|@site\/)/.test(request)) return request;
    const found = ask('resolve', locate(file, request), file);
    return found === null ? locate(file, request) : `${ROOT}/${found}`;
  };
  require.cache = {};
  const name = `${ROOT}/${file}`;
  const folder = path.dirname(name);
  const meta = {url: `file://${name}`, filename: name, dirname: folder, resolve: require.resolve};
  return [module, module.exports, require, name, folder, interop, async (request) => interop(require(`${request}`)), meta];
}

function interop(module) {
  if (isStandIn(module) || module?.__esModule) return module;
  const members = typeof module === 'object' && module !== null && !Array.isArray(module) ? module : {};
  return {...members, default: module};
}

const describe = (error) => {
  if (!(error instanceof Error)) return `${error}`;
  if (INPUT.data) return error.name === 'Error' ? error.message : `${error.name}: ${error.message}`;
  const line = /<(?:eval|input)>:(\d+)/.exec(error.stack ?? '')?.[1];
  return `${error.name}: ${error.message}${line === undefined ? '' : `, line ${line}`}`;
};

// Values as JSON. What JSON cannot say is marked: `$standIn` and `$function`.
function plain(value, depth, open, count) {
  count.n += 1;
  if (count.n > 200000 || depth > 64) throw new Error('the value is too large');
  if (INPUT.exports && typeof value === 'function') return undefined;
  if (isStandIn(value)) return {$standIn: value[NAME]};
  if (typeof value === 'function') return {$function: value.name};
  if (typeof value === 'bigint' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof RegExp) return {$standIn: `${value}`};
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Address) return value.href;
  if (open.has(value)) return undefined;
  open.add(value);
  const result = Array.isArray(value)
    ? value.map((item) => plain(item, depth + 1, open, count) ?? null)
    : Object.fromEntries(
        Object.keys(value)
          .map((key) => [key, plain(value[key], depth + 1, open, count)])
          .filter(([, inner]) => inner !== undefined),
      );
  open.delete(value);
  return result;
}

Object.assign(globalThis, {
  URL: Address,
  Buffer: standIn('Buffer'),
  Intl: standIn('Intl'),
  setTimeout: () => 0,
  setInterval: () => 0,
  clearTimeout: () => undefined,
  fetch: () => Promise.reject(new Error('nothing is fetched while a configuration is read')),
  process: {
    env: new Proxy({NODE_ENV: 'production'}, {get: (known, key) => (key === 'NODE_ENV' ? known[key] : undefined)}),
    argv: [],
    versions: {node: '22.0.0'},
    version: 'v22.0.0',
    platform: 'linux',
    cwd: () => SITE,
    exit: () => { throw new Error('the configuration ends the process'); },
    on: () => undefined,
    emitWarning: () => undefined,
  },
});
globalThis.global = globalThis;
if (INPUT.data) {
  const never = (what) => () => { throw new Error(`it depends on ${what}`); };
  Math.random = never('chance');
  const Clock = Date;
  globalThis.Date = class extends Clock {
    constructor(...given) {
      if (given.length === 0) never('the time')();
      super(...given);
    }
    static now = never('the time');
  };
}

async function evaluate() {
  const module = {exports: {}};
  cache.set(INPUT.entry, module);
  stack.push(INPUT.entry);
  const source = INPUT.sources[INPUT.entry];
  if (source.kind === 'value') module.exports = source.value;
  else await wrap(source.code, 'async')(...surroundings(INPUT.entry, module));
  let value = module.exports;
  if (INPUT.exports) return plain(value?.__esModule ? {...value} : {default: value}, 0, new Set(), {n: 0});
  if (!isStandIn(value) && value?.default !== undefined) value = value.default;
  if (typeof value === 'function' && !isStandIn(value)) value = value();
  return plain(await value, 0, new Set(), {n: 0});
}

let outcome;
try {
  const value = await evaluate();
  outcome = {value: value ?? null};
} catch (error) {
  outcome = {error: describe(error)};
}
const text = JSON.stringify({...outcome, needs, notes, year: new Date(...(INPUT.data ? [0] : [])).getFullYear()});
export const result = () => text;
