import type { Texts } from '#kernel/languages/main'

const texts: Texts = {
  'The console was not built; run "npm run console:build" in the checkout':
    '控制台尚未构建；请在源码目录中运行“npm run console:build”',
}

export default texts
