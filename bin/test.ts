const { prepareEnvironment } = await import('../tests/environment.js')

await prepareEnvironment()
const part = process.env.TEST_PART
// The runs that tests start are whole.
delete process.env.TEST_PART

const { ignite } = await import('./app.js')
const { prettyPrintError } = await import('@adonisjs/core')
const { configure, processCLIArgs, run } = await import('@japa/runner')

ignite()
  .testRunner()
  .configure(async (app) => {
    const { runnerHooks, ...config } = await import('../tests/bootstrap.js')
    const { partOf } = await import('../tests/part.js')
    const { suites, ...rest } = app.rcFile.tests

    processCLIArgs(process.argv.splice(2))
    configure({
      ...rest,
      suites: partOf(suites, part),
      ...config,
      setup: runnerHooks.setup,
      teardown: runnerHooks.teardown.concat([() => app.terminate()]),
    })
  })
  .run(() => run())
  .catch((error) => {
    process.exitCode = 1
    prettyPrintError(error)
  })
