import type { Texts } from '#kernel/languages/main'

const texts: Texts = {
  'What the service does, in numbers for Prometheus': '供 Prometheus 采集的服务运行指标',
}

export default texts
