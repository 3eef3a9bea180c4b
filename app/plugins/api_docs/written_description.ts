import type { ApplicationService } from '@adonisjs/core/types'
import { stringify } from 'yaml'
import { ApiDescription } from './description/api_description.js'

/** The description of an application that serves nothing, such as that of a command. */
export async function writtenDescription(app: ApplicationService, asYaml = false) {
  const router = await app.container.make('router')
  router.commit()
  const description = await app.container.make(ApiDescription)
  const document = description.document()
  const json = `${JSON.stringify(document, null, 2)}\n`
  return { document, text: asYaml ? stringify(JSON.parse(json), { lineWidth: 0 }) : json }
}
