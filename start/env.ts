import plugins from '#config/plugins'
import { createEnv } from '#kernel/settings/main'
import { ensureLocalSecrets } from './local_secrets.js'
import { keepToOneself } from './own_address.js'
import { applicationSettings } from './settings.js'

const root = new URL('../', import.meta.url)

ensureLocalSecrets(root)

const env = await createEnv(root, applicationSettings, plugins)

keepToOneself(env)

export default env
