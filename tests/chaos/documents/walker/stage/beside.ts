import { Secret } from '@adonisjs/core/helpers'
import app from '@adonisjs/core/services/app'
import type { EditorConfig } from '#plugins/documents/main'
import { EditorSettings } from '../../../../../app/plugins/documents/editor/editor_settings.js'
import { EditingWatch } from '../../../../../app/plugins/documents/live/editing_watch.js'
import { WalkStage } from './stage.js'
import { LowLimit } from './troubles/low_limit.js'
import { serverTroubles } from './troubles/server_troubles.js'

const SECRET = 'a secret that both sides of the editor share'

export interface Beside {
  stage: WalkStage
  lower(): Promise<void>
}

/** A stage beside a service that is up in this process already, and that is led to its document server. */
export async function raiseBeside(url: string, adminPassword: string): Promise<Beside> {
  const config = settingsOf(url)
  const lead = (documentServerUrl: string) => {
    const settings = new EditorSettings(Object.assign(config, { documentServerUrl }))
    app.container.swap(EditorSettings, () => settings)
  }
  const stage = await WalkStage.raise({ secret: SECRET, url, adminPassword }, lead)
  stage.troubles.push(...serverTroubles(stage.server), new LowLimit(config))
  const watch = await app.container.make(EditingWatch)
  await watch.start()
  const lower = async () => {
    await watch.stop()
    await stage.lower()
    app.container.restore(EditorSettings)
  }

  return { stage, lower }
}

function settingsOf(publicBaseUrl: string): EditorConfig {
  return {
    enabled: true,
    publicBaseUrl,
    secret: new Secret(SECRET),
    appKey: new Secret(process.env.APP_KEY!),
    signedCallback: 'required',
    downloadLimit: 5 * 1024 * 1024,
    unpackedLimit: 4096 * 1024 * 1024,
    downloadSeconds: 30,
    downloadIdleSeconds: 30,
    forceSaveSeconds: 5,
    settleSeconds: 1,
    sessionEndSeconds: 2,
    dropAgainSeconds: [0, 0, 0],
    probeSeconds: 5,
    conversionSeconds: 5,
    conversionsPerUser: 3,
    sweepMinutes: 0,
    retentionDays: 30,
    logRetentionDays: 365,
    ownReview: false,
  }
}
