import { prepareEnvironment } from '../../../../environment.js'
import type { WalkStage } from './stage.js'

export interface Raised {
  stage: WalkStage
  lower(): Promise<void>
}

/** Starts the service within this process. The application is loaded here, and not before. */
export async function raiseInProcess(): Promise<Raised> {
  await prepareEnvironment()
  const { ignite } = await import('../../../../../bin/app.js')
  const { createHttpServer } = await import('#kernel/provider/main')
  await ignite().httpServer().start(createHttpServer)
  const { WalkStage } = await import('./stage.js')
  const { PORT, ADMIN_PASSWORD } = process.env
  const stage = await WalkStage.raise(`http://127.0.0.1:${PORT}`, ADMIN_PASSWORD!)
  const lower = async () => {
    const { default: app } = await import('@adonisjs/core/services/app')
    await stage.lower()
    await app.terminate()
  }
  return { stage, lower }
}
