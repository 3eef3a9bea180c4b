import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether the packages in `<folder>/node_modules` are those of the lock file. npm writes down what it installed
 * as its very last act, so that an installation that was cut short never counts.
 */
export function packagesMatch(lockFile, folder) {
  const record = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = packagesOf(lockFile)
  const present = packagesOf(record)
  return Object.entries(wanted).every(([path, entry]) => isPresent(entry, present[path]))
}

/** The script of a tool that a package of the lock file brings, or undefined. */
export function toolScript(name, root) {
  const packages = Object.entries(packagesOf(join(root, 'package-lock.json')))
  const owners = packages.filter(([, entry]) => entry.bin?.[name])
  const nearest = owners.sort(([one], [other]) => one.length - other.length)[0]
  return nearest && join(root, nearest[0], nearest[1].bin[name])
}

function packagesOf(file) {
  const { '': root, ...packages } = JSON.parse(readFileSync(file, 'utf8')).packages
  return packages
}

function isPresent(wanted, present) {
  if (!present) return wanted.optional === true && !isForThisMachine(wanted)
  return present.version === wanted.version && present.integrity === wanted.integrity
}

/** Which C library a package wants cannot be told cheaply: npm's choice among those is trusted. */
function isForThisMachine({ os, cpu, libc }) {
  if (libc) return false
  return allows(os, process.platform) && allows(cpu, process.arch)
}

function allows(list, value) {
  const names = [list ?? []].flat()
  if (names.includes(`!${value}`)) return false
  const wanted = names.filter((name) => !name.startsWith('!'))
  return wanted.length === 0 || wanted.includes(value) || wanted.includes('any')
}
