// Who came by whose link: fans by name, who joined later than the creator, and visits by the hours since.

/** A few on each of the last weeks, more on some days than on others. */
const evenings = (days: readonly number[]) =>
  days.flatMap((day, place) => Array.from({ length: 1 + (place % 4) }, (_, each) => day * 24 + 3 + each * 2))

export const links: Readonly<Record<string, { code: string; brought: readonly string[]; visits: readonly number[] }>> = {
  papertheatre: {
    code: 'papertheatre',
    brought: ['aluan', 'fangfang', 'jia.rong', 'qiu.fen', 'umbrella.hsu', 'yun.ching', 'greta.lind'],
    visits: evenings([1, 2, 4, 5, 7, 8, 9, 11, 12, 13, 16, 19, 20, 22, 23, 25, 27, 28, 33, 40, 48, 61, 62, 70, 79, 99, 179, 229]),
  },
  linmu: { code: 'linmu-prints', brought: ['bai.lu', 'zhi.yin'], visits: evenings([3, 6, 14, 21, 65, 66]) },
}
