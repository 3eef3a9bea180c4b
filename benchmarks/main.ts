const suites: Record<string, () => Promise<void>> = {
  cost: async () => (await import('./cost.js')).benchCost(),
  api_docs: async () => (await import('./api_docs.js')).benchApiDocs(),
  identity: async () => (await import('./identity.js')).benchIdentity(),
  logins: async () => (await import('./logins.js')).benchLogins(),
  messaging: async () => (await import('./messaging.js')).benchMessaging(),
  exports: async () => (await import('./exports.js')).benchExports(),
  access: async () => (await import('./access.js')).benchAccess(),
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
