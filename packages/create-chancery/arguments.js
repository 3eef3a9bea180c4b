import { existsSync, readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'

export const USAGE = `Usage: npm create chancery@latest <folder> [-- --chancery <version or tarball>] [--yes]

  <folder>     where the project is made; it must not exist, or be empty
  --chancery   the version of Chancery, or a path to its tarball; the newest by default
  --yes        ask nothing`

/** A mistake of whoever runs the command: its message is all that they see. */
export class Refusal extends Error {}

/** @throws Refusal with one sentence */
export function readArguments(args) {
  const { values, positionals } = parsed(args)
  const [folder, ...rest] = positionals
  if (values.help || !folder || rest.length > 0) throw new Refusal(USAGE)
  const path = resolve(folder)
  const name = basename(path)
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(name))
    throw new Refusal(
      `"${name}" is no name of an npm package; use lower-case letters, digits and "-"`
    )
  if (existsSync(path) && readdirSync(path).length > 0)
    throw new Refusal(`The folder ${path} is not empty; name another one`)
  return { path, name, chancery: specOf(values.chancery) }
}

function parsed(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        chancery: { type: 'string', default: 'latest' },
        yes: { type: 'boolean', short: 'y' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new Refusal(`${error.message}\n\n${USAGE}`)
  }
}

/** What npm takes: a tarball by its path, or a version. */
function specOf(chancery) {
  if (!chancery.endsWith('.tgz')) return `chancery@${chancery}`
  const path = resolve(chancery)
  if (!existsSync(path)) throw new Refusal(`There is no tarball ${path}`)
  return path
}
