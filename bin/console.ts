import './recent_node.js'

const { ignite } = await import('./app.js')
const { endOnBootFailure } = await import('#kernel/plugins/boot_failure')
const { sentenceOf } = await import('#kernel/plugins/boot_sentences')

ignite()
  .ace()
  .configure(async (app) => {
    const { errorHandler } = await app.container.make('ace')
    const render = errorHandler.render.bind(errorHandler)
    errorHandler.render = async (error, kernel) => {
      const sentence = sentenceOf(error)
      if (!sentence) return render(error, kernel)
      kernel.ui.logger.error(sentence)
    }
  })
  .handle(process.argv.splice(2))
  .catch(endOnBootFailure)
