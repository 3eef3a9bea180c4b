import { configApp } from '@adonisjs/eslint-config'

const border = (files, regex, message) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] },
})

const INSIDE_OF_PLUGINS = '^#plugins/[^/]+/(?!(main|plugin)$)'

export default configApp(
  {
    ignores: [
      'build/',
      'data/',
      'tmp/',
      '.adonisjs/',
      '.runtime/',
      'clients/*/dist/',
      'clients/*/src/generated/',
    ],
  },
  {
    rules: {
      '@unicorn/no-await-expression-member': 'off',
      '@typescript-eslint/naming-convention': [
        'error',
        {
          selector: 'typeLike',
          format: ['PascalCase'],
          filter: { regex: '^E_[A-Z_]+$', match: false },
        },
        { selector: 'function', format: ['camelCase'] },
      ],
    },
  },
  border(
    ['app/kernel/**'],
    '^#(plugins|config|start)/|/plugins/[^/]+/',
    'The kernel imports the framework and itself: the kernel asks, plugins answer.'
  ),
  border(
    ['app/plugins/**'],
    `^#(config|start)/|${INSIDE_OF_PLUGINS}`,
    'Plugins import each other by their main or plugin alone, and read settings from app.config.'
  ),
  border(
    ['config/**', 'start/**', 'providers/**', 'bin/**'],
    INSIDE_OF_PLUGINS,
    'Plugins are imported by their main or plugin alone.'
  )
)
