#!/usr/bin/env node
/* Makes a project that depends on Chancery. Plain JavaScript without dependencies, for any Node.js from 18. */
import { relative } from 'node:path'
import { readArguments, Refusal } from './arguments.js'
import { assertRegistry, installPackages, makePlugin, writeProject } from './project.js'

const say = (text) => process.stdout.write(`${text}\n`)

try {
  const wish = readArguments(process.argv.slice(2))
  const began = performance.now()
  say(`Making ${wish.name} …`)
  assertRegistry()
  writeProject(wish)
  installPackages(wish.path)
  makePlugin(wish.path, 'notes')
  const seconds = Math.round((performance.now() - began) / 1000)
  const folder = relative(process.cwd(), wish.path) || '.'
  say(`
Done in ${seconds} s. Next:

  cd ${folder}
  npm start        the service, with a demo organisation: log in as dana
  npm test         the tests of the project
  node ace list    all commands; app/plugins/notes is a plugin to begin with`)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
