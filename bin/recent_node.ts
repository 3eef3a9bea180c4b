/*
 * What a build starts with: it brings no Node.js along, and one that is too old would fail with a sentence of its own
 * somewhere in the packages. Imports nothing, so that any version comes this far.
 */
const NEEDED_MAJOR = 24

if (Number(process.versions.node.split('.')[0]) < NEEDED_MAJOR) {
  process.stderr.write(
    `Chancery needs Node.js ${NEEDED_MAJOR} or later, and this is ${process.version}. Install that, or start the service from a checkout, which brings it along.\n`
  )
  process.exit(1)
}
