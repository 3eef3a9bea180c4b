import { readFileSync } from 'node:fs'

const file = new URL('../../../package.json', import.meta.url)

/** Of this kernel, which may be a package of the application. */
export const CHANCERY_VERSION = (JSON.parse(readFileSync(file, 'utf8')) as { version: string })
  .version
