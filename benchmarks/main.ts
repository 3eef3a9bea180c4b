const suites: Record<string, () => Promise<void>> = {
  identity: async () => (await import('./identity.js')).benchIdentity(),
  scope: async () => (await import('./data_scope.js')).benchDataScope(),
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !Object.hasOwn(suites, name))
if (unknown) {
  process.stderr.write(
    `There is no benchmark "${unknown}"; choose of ${Object.keys(suites).join(', ')}.\n`
  )
  process.exit(1)
}

for (const name of asked.length > 0 ? asked : Object.keys(suites)) await suites[name]!()
