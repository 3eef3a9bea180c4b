/**
 * Tries the package as a project has it: `npm run test:package` packs it, makes projects with it in a folder of their own, and
 * runs them. Needs a package registry, or npm's cache.
 */
import { assert } from '@japa/assert'
import { configure, processCLIArgs, run } from '@japa/runner'

processCLIArgs(process.argv.slice(2))
configure({
  files: ['tests/package/*.spec.ts'],
  plugins: [assert()],
  timeout: 600_000,
  forceExit: true,
})
await run()
