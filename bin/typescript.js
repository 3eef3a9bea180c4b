/*
 * Runs TypeScript with decorators from its sources: `node --import=./bin/typescript.js …`. What was compiled once is kept
 * by its content beside the packages, for whoever starts next, copies of the project that share them among these; a
 * fresh installation begins anew.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const kept = fileURLToPath(new URL('../node_modules/.cache/chancery-typescript/', import.meta.url))

/* As in tsconfig.json. */
const options = {
  module: { type: 'es6' },
  sourceMaps: 'inline',
  jsc: {
    target: 'esnext',
    parser: { syntax: 'typescript', decorators: true, dynamicImport: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
    experimental: { keepImportAttributes: true },
    keepClassNames: true,
  },
}
const salt = JSON.stringify([require('@swc/core/package.json').version, options])

process.setSourceMapsEnabled(true)
registerHooks({ resolve, load })

function resolve(specifier, context, next) {
  const source = sourceOf(specifier, context.parentURL)
  if (source) return next(source, context)
  try {
    return next(specifier, context)
  } catch (error) {
    const found = error.code === 'ERR_MODULE_NOT_FOUND' && sourceOf(error.url)
    if (!found) throw error
    return next(found, context)
  }
}

/** The TypeScript that an import of `.js` means, or undefined; packages bring JavaScript. */
function sourceOf(specifier, parent) {
  if (!/^(?:\.{0,2}\/|file:)/.test(specifier ?? '') || parent?.includes('/node_modules/')) return
  const url = new URL(specifier, parent)
  if (url.protocol !== 'file:' || !url.pathname.endsWith('.js')) return
  url.pathname = url.pathname.replace(/\.js$/, '.ts')
  if (existsSync(url)) return url.href
}

function load(url, context, next) {
  const { pathname } = new URL(url)
  if (!pathname.endsWith('.ts') || pathname.includes('/node_modules/')) return next(url, context)
  const file = fileURLToPath(new URL(url))
  return {
    format: 'module',
    source: compiled(file, readFileSync(file, 'utf8')),
    shortCircuit: true,
  }
}

function compiled(file, source) {
  const place =
    kept + createHash('sha256').update(salt).update(basename(file)).update(source).digest('hex')
  if (existsSync(place)) return readFileSync(place, 'utf8')
  const { transformSync } = require('@swc/core')
  const names = { filename: file, sourceFileName: basename(file) }
  const { code } = transformSync(source, { ...options, ...names, swcrc: false })
  keep(place, code)
  return code
}

/** Whole or not at all, whoever else writes it. Where nothing can be written, every start compiles anew. */
function keep(place, code) {
  const unfinished = `${place}.${process.pid}`
  try {
    mkdirSync(kept, { recursive: true })
    writeFileSync(unfinished, code)
    renameSync(unfinished, place)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(error.code)) throw error
  }
}
