import './recent_node.js'

const { ignite } = await import('./app.js')
const { endOnBootFailure } = await import('#kernel/boot/main')
const { sentenceOf } = await import('#kernel/boot/main')
const { refuseQuestions } = await import('#kernel/boot/main')

ignite()
  .ace()
  .configure(async (app) => {
    const ace = await app.container.make('ace')
    const { isForProduction, withholdDevelopment } = await import('#kernel/plugins/main')
    if (!process.stdin.isTTY) refuseQuestions(ace)
    if (await isForProduction(app)) withholdDevelopment(ace)
    const { errorHandler } = ace
    const render = errorHandler.render.bind(errorHandler)
    errorHandler.render = async (error, kernel) => {
      const sentence = sentenceOf(error)
      if (!sentence) return render(error, kernel)
      kernel.ui.logger.error(sentence)
    }
  })
  .handle(process.argv.splice(2))
  .catch(endOnBootFailure)
