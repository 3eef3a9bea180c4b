import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Keeps compiled code for the next start; written when the process ends. Where the folder cannot be written, every
 * start compiles anew. Called before anything else is loaded: what came earlier is not kept.
 */
export function keepCompiledCode(root = new URL('../', import.meta.url)): void {
  enableCompileCache(fileURLToPath(new URL('tmp/compile_cache', root)))
}
