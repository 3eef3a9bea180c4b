import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const { resolve } = createRequire(import.meta.url)
const own = (name: string) => fileURLToPath(new URL(`../assets/${name}`, import.meta.url))

const FILES: Readonly<Record<string, () => string>> = {
  'page.css': () => own('page.css'),
  'page.js': () => own('page.js'),
  'swagger-ui.css': () => resolve('swagger-ui-dist/swagger-ui.css'),
  'swagger-ui-bundle.js': () => resolve('swagger-ui-dist/swagger-ui-bundle.js'),
}

/** Absolute path of a file that the page loads; `undefined` for any other name. */
export function pageAsset(name: string): string | undefined {
  return Object.hasOwn(FILES, name) ? FILES[name]!() : undefined
}
