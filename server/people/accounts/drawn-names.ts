// Names for those who give none: two words of the theatre and digits, drawn by lot. Nothing of a person is in them, their address least
// of all, and whoever has one can change it.
import { randomInt } from 'node:crypto'
import type { Language } from '#server/platform/words/words.ts'

export interface DrawnName {
  username: string
  /** What others read: the same two words, in the newcomer's language. */
  name: string
}

type Pair = readonly [english: string, chinese: string]

const firsts: readonly Pair[] = [
  ['amber', '琥珀色的'],
  ['autumn', '秋天的'],
  ['blue', '藍色的'],
  ['bright', '明亮的'],
  ['calm', '平靜的'],
  ['distant', '遠方的'],
  ['early', '清早的'],
  ['evening', '傍晚的'],
  ['gentle', '溫和的'],
  ['golden', '金色的'],
  ['green', '綠色的'],
  ['hidden', '藏起來的'],
  ['late', '深夜的'],
  ['little', '小小的'],
  ['lucky', '幸運的'],
  ['misty', '起霧的'],
  ['northern', '北方的'],
  ['paper', '紙做的'],
  ['quiet', '安靜的'],
  ['rainy', '下雨的'],
  ['silver', '銀色的'],
  ['slow', '慢慢的'],
  ['summer', '夏天的'],
  ['velvet', '絲絨的'],
  ['warm', '溫暖的'],
  ['winter', '冬天的'],
] as const

const seconds: readonly Pair[] = [
  ['balcony', '包廂'],
  ['beam', '光束'],
  ['bell', '鈴聲'],
  ['booth', '票亭'],
  ['chorus', '合唱'],
  ['cloud', '雲'],
  ['compass', '羅盤'],
  ['curtain', '布幕'],
  ['encore', '安可'],
  ['footlight', '腳燈'],
  ['gallery', '迴廊'],
  ['harbor', '港口'],
  ['island', '小島'],
  ['lantern', '提燈'],
  ['lighthouse', '燈塔'],
  ['melody', '旋律'],
  ['moon', '月亮'],
  ['overture', '序曲'],
  ['piano', '鋼琴'],
  ['program', '節目單'],
  ['river', '河'],
  ['seat', '座位'],
  ['song', '歌'],
  ['stairs', '樓梯'],
  ['ticket', '票根'],
  ['window', '窗'],
] as const

/** 6 million of them; what somebody has already, or the site does not allow, is drawn again by whoever asks. */
export function drawName(language: Language): DrawnName {
  const [first, second] = [firsts[randomInt(firsts.length)]!, seconds[randomInt(seconds.length)]!]
  return {
    username: `${first[0]}.${second[0]}${randomInt(1000, 10_000)}`,
    name: language === 'zh-TW' ? first[1] + second[1] : `${capital(first[0])} ${second[0]}`,
  }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
