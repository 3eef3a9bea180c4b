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
  return Object.entries(wanted).every(
    ([path, entry]) => isPresent(entry, present[path]) || isLeftOut(path, entry, present)
  )
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
  return present?.version === wanted.version && present.integrity === wanted.integrity
}

/** An optional package for another machine, or one that only such packages need. */
function isLeftOut(path, wanted, present) {
  if (present[path] || !wanted.optional) return false
  return !isForThisMachine(wanted) || !isNeeded(path.split('node_modules/').at(-1), present)
}

function isNeeded(name, present) {
  return Object.values(present).some(
    ({ dependencies = {}, optionalDependencies = {} }) =>
      name in dependencies || name in optionalDependencies
  )
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
