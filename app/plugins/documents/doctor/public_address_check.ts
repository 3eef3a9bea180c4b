import { inject } from '@adonisjs/core'
import { EditorSettings } from '../editor/editor_settings.js'
import { failed, fine, type Finding } from './finding.js'
import { probe } from './probe.js'

const ADDRESS = 'our address'

/** Whether we are where the document server is told to call. */
@inject()
export class PublicAddressCheck {
  constructor(private readonly settings: EditorSettings) {}

  async examine(): Promise<Finding> {
    const url = this.settings.publicUrl('/actuator/health')
    const { status, text, fault } = await probe(url)
    if (status === 200 && text.includes('"UP"')) return fine(ADDRESS, `${url} is ours`)
    return failed(
      ADDRESS,
      `${url}: ${fault ?? `answers ${status}, and not as our health check`}`,
      'Start the service, and set EDITOR_PUBLIC_BASE_URL to the protocol, host, port and prefix under which the document server reaches it'
    )
  }
}
