/*
 * The service with other values of config/: CONFIG holds them as JSON by path, such as {"messaging.framesPerSecond": 2000}.
 * Starts the project in the working directory, or its folder that is named, such as `build`.
 */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const values = Object.entries(JSON.parse(process.env.CONFIG))

class OtherValues {
  constructor(app) {
    this.app = app
  }

  register() {
    for (const [path, value] of values) this.app.config.set(path, value)
  }
}

const load = (file) => import(pathToFileURL(resolve(process.argv[2] ?? '.', file)).href)
const provider = { file: async () => ({ default: OtherValues }), environment: ['web'] }

const { ignite } = await load('bin/app.js')
const { createHttpServer } = await load('app/kernel/provider/main.js')

await ignite()
  .tap((app) => app.booting(() => void app.rcFile.providers.unshift(provider)))
  .httpServer()
  .start(createHttpServer)
