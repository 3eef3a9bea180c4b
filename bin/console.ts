import './recent_node.js'

const { ignite } = await import('./app.js')
const { endOnBootFailure, refuseQuestions, sentenceOf } = await import('#kernel/boot/main')
const { Refusal } = await import('#kernel/errors/main')
const { isForProduction, withholdDevelopment } = await import('#kernel/plugins/main')

// A module that is missing anywhere below it is taken by the framework for an application without this file, and without commands.
await import('../adonisrc.js').catch(endOnBootFailure)

ignite()
  .ace()
  .configure(async (app) => {
    const ace = await app.container.make('ace')
    if (!process.stdin.isTTY) refuseQuestions(ace)
    if (await isForProduction(app)) withholdDevelopment(ace)
    const { errorHandler } = ace
    const render = errorHandler.render.bind(errorHandler)
    errorHandler.render = async (error, kernel) => {
      const sentence = error instanceof Refusal ? error.message : sentenceOf(error)
      if (!sentence) return render(error, kernel)
      kernel.ui.logger.error(sentence)
    }
  })
  .handle(process.argv.splice(2))
  .catch(endOnBootFailure)
