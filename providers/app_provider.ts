import type { ApplicationService } from '@adonisjs/core/types'

/** What this application adds to the framework: in `register` it binds classes of its own to the extension points of plugins. */
export default class AppProvider {
  constructor(protected app: ApplicationService) {}

  register() {}
}
