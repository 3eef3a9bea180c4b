const { prepareEnvironment } = await import('../tests/environment.js')

await prepareEnvironment()

const { ignite } = await import('./app.js')
const { prettyPrintError } = await import('@adonisjs/core')
const { configure, processCLIArgs, run } = await import('@japa/runner')

ignite()
  .testRunner()
  .configure(async (app) => {
    const { ended, runnerHooks, ...config } = await import('../tests/bootstrap.js')
    processCLIArgs(process.argv.splice(2))
    configure({
      ...app.rcFile.tests,
      ...config,
      setup: runnerHooks.setup,
      teardown: runnerHooks.teardown.concat([() => ended('application', app.terminate())]),
    })
  })
  .run(() => run())
  .catch((error) => {
    process.exitCode = 1
    prettyPrintError(error)
  })
