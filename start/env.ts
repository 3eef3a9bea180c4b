import plugins from '#config/plugins'
import { createEnv } from '#kernel/settings/main'

export default await createEnv(new URL('../', import.meta.url), plugins)
