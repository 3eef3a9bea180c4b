import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const PROJECT = fileURLToPath(new URL('../../', import.meta.url))

/** Has Node.js run TypeScript, also of another version of the project. */
export const TYPESCRIPT = `--import=${new URL('../../bin/typescript.js', import.meta.url)}`

const IMPORT = /(?:from|import)\s*(\()?\s*['"]([^'"]+)['"]/g

const STATIC = /^(?:import|export)\s+(?:([^'"()]*?)\s*from\s*)?['"]([^'"]+)['"]/gm

export interface Import {
  /** path from the project's root */
  file: string
  /** path from the project's root without extension, or the package's name */
  target: string
  /** whether the target is a file of the project */
  own: boolean
  lazy: boolean
}

/** TypeScript files below a folder of the project, as paths from its root. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(join(PROJECT, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
}

/** What a file needs at once when it is loaded: neither types nor lazy imports. */
export function staticImports(file: string): string[] {
  const source = readFileSync(join(PROJECT, file), 'utf8')
  const statements = [...source.matchAll(STATIC)].filter(([, names]) => !onlyTypes(names ?? ''))
  return statements.map((found) => resolve(file, found[2]!))
}

function onlyTypes(names: string): boolean {
  if (names.startsWith('type ')) return true
  const listed = /^\{([^}]*)\}\s*$/.exec(names)?.[1]?.split(',')
  return listed !== undefined && listed.every((name) => /^\s*(type\s|$)/.test(name))
}

/** What a file imports, statically or lazily, with subpath imports and relative ones resolved. */
export function importsOf(file: string): Import[] {
  return importsIn(file, readFileSync(join(PROJECT, file), 'utf8'))
}

export function importsIn(file: string, source: string): Import[] {
  return [...source.matchAll(IMPORT)].map(([, lazy, specifier]) =>
    importOf(file, specifier!, lazy !== undefined)
  )
}

export function importOf(file: string, specifier: string, lazy: boolean): Import {
  return { file, target: resolve(file, specifier), own: /^[#.]/.test(specifier), lazy }
}

function resolve(file: string, specifier: string): string {
  const bare = specifier.replace(/\.(js|ts)$/, '')
  if (bare.startsWith('.')) return relative(PROJECT, join(PROJECT, dirname(file), bare))
  const room = /^#(kernel|plugins)\/(.*)$/.exec(bare)
  return room ? `app/${room[1]}/${room[2]}` : bare.replace(/^#/, '')
}
