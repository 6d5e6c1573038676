// The house: thirty-one fans, 小滿 first, because her sign-in is the one given away.
import type { MarkName } from '../art/marks.ts'
import type { PaletteName } from '../art/palettes.ts'
import { at, type Fan, type Gender } from './person.ts'

const looks: readonly MarkName[] = ['leaf', 'drop', 'star', 'hill', 'ring', 'crane', 'wave', 'moon', 'lantern', 'arch']
const colours: readonly PaletteName[] = [
  'rose',
  'tide',
  'violet',
  'ink',
  'amber',
  'celadon',
  'harbor',
  'dusk',
  'persimmon',
  'slate',
  'forest',
]

const roll: readonly (readonly [
  username: string,
  name: string,
  gender: Gender,
  birthDate: string,
  country: string,
  joinedDaysAgo: number,
])[] = [
  ['xiaoman', '小滿', 'female', '1997-05-21', 'TW', 58],
  ['aluan', '阿巒', 'male', '1992-01-08', 'TW', 300],
  ['bai.lu', '白露', 'female', '1996-09-07', 'TW', 280],
  ['chen.yuan', '陳遠', 'male', '1984-03-19', 'TW', 270],
  ['dong.zhi', '冬至', 'male', '1990-12-22', 'TW', 240],
  ['fangfang', '芳芳', 'female', '1988-07-03', 'TW', 230],
  ['gu.yu', '穀雨', 'female', '1999-04-20', 'TW', 215],
  ['hao.bear', '浩熊', 'male', '1994-10-10', 'TW', 200],
  ['ivy.tsai', '蔡以薇', 'female', '1993-02-14', 'TW', 185],
  ['jia.rong', '家榮', 'male', '1981-08-26', 'TW', 180],
  ['kuo.midnight', '郭子夜', 'male', '1995-11-30', 'TW', 160],
  ['lan.boat', '藍船', 'transgender', '1991-06-06', 'TW', 150],
  ['mori.tea', '森茶', 'female', '1989-05-15', 'JP', 140],
  ['niuniu', '妞妞', 'female', '2000-02-02', 'TW', 130],
  ['ocean.wu', '吳海', 'male', '1986-09-28', 'TW', 125],
  ['pingping', '平平', 'female', '1998-12-12', 'HK', 110],
  ['qiu.fen', '秋分', 'female', '1992-09-23', 'TW', 100],
  ['rainy.zhou', '周雨', 'male', '1997-03-27', 'SG', 98],
  ['shuang', '霜', 'female', '1990-10-23', 'TW', 90],
  ['tao.tao', '桃桃', 'female', '2001-01-17', 'TW', 86],
  ['umbrella.hsu', '許撐傘', 'male', '1987-06-18', 'TW', 80],
  ['wei.lane', '巷子裡的魏', 'male', '1979-11-11', 'TW', 74],
  ['yun.ching', '雲清', 'female', '1994-08-08', 'TW', 70],
  ['zhi.yin', '知音', 'male', '1983-04-04', 'MY', 66],
  ['amelia.frost', 'Amelia Frost', 'female', '1990-02-09', 'GB', 220],
  ['ben.okafor', 'Ben Okafor', 'male', '1988-07-21', 'GB', 190],
  ['clara.voss', 'Clara Voss', 'female', '1995-01-31', 'DE', 165],
  ['dario.m', 'Dario Mancini', 'male', '1982-10-02', 'IT', 145],
  ['elowen', 'Elowen Hart', 'transgender', '1998-06-14', 'AU', 105],
  ['finn.reyes', 'Finn Reyes', 'male', '1993-12-05', 'US', 92],
  ['greta.lind', 'Greta Lind', 'female', '1985-03-03', 'SE', 62],
]

const english = new Set(['GB', 'DE', 'IT', 'AU', 'US', 'SE'])

export const fans: readonly Fan[] = roll.map(([username, name, gender, birthDate, country, joinedDaysAgo], index) => ({
  username,
  name,
  email: username === 'xiaoman' ? at('fan') : at(username),
  gender,
  birthDate,
  country,
  locale: english.has(country) ? 'en-US' : 'zh-TW',
  avatar: { mark: looks[index % looks.length] ?? 'leaf', palette: colours[(index * 3) % colours.length] ?? 'rose' },
  joinedDaysAgo,
}))
