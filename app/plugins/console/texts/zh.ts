import type { Texts } from '#kernel/languages/main'

const texts: Texts = {
  'The web console for administrators and operators, on the public API alone':
    '面向管理员和操作员的网页控制台，仅使用公开的 API',
  'The console was not built; run "npm run console:build" in the checkout':
    '控制台尚未构建；请在源码目录中运行“npm run console:build”',
}

export default texts
