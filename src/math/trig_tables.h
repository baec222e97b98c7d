/* SPDX-License-Identifier: MIT
 * Constants of trig.c. Made by scripts/trig_tables.py. */
#ifndef GZ_MATH_TRIG_TABLES_H
#define GZ_MATH_TRIG_TABLES_H

#include "math/double_double.h"

/* 64 zero bits, then the bits of 2/pi after the binary point, the highest first. */
static const uint32_t two_over_pi[39] = {
    0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
    0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046,
};

static const gz_dd pi_over_2 = {0x1921fb54442d18p-52, 0x11a62633145c07p-106};
static const gz_dd pi_whole = {0x1921fb54442d18p-51, 0x11a62633145c07p-105};

/* atan(k / 16). */
static const gz_dd arc_tangent[17] = {
    {0, 0},
    {0x1ff55bb72cfdeap-57, -0x1c934d86d23f1dp-112},
    {0x1fd5ba9aac2f6ep-56, -0x1cd37686760c17p-111},
    {0x17b97b4bce5b02p-55, 0x1347b0b4f881cap-110},
    {0x1f5b75f92c80ddp-55, 0x18ab6e3cf7afbdp-109},
    {0x1362773707ebccp-54, -0x1963a544b672d8p-109},
    {0x16f61941e4def1p-54, -0x1c63aae6f6e918p-108},
    {0x1a64eec3cc23fdp-54, -0x124dec1b50b7ffp-108},
    {0x1dac670561bb4fp-54, 0x1a2b7f222f65e2p-108},
    {0x10657e94db30d0p-53, -0x1d5b495f6349e6p-108},
    {0x11e00babdefeb4p-53, -0x1928df287a668fp-110},
    {0x1345f01cce37bbp-53, 0x11021137c71102p-107},
    {0x14978fa3269ee1p-53, 0x12419a87f2a458p-108},
    {0x15d58987169b18p-53, 0x10028e4bc5e7cap-109},
    {0x1700a7c5784634p-53, -0x18c34d25aadef6p-108},
    {0x1819d0b7158a4dp-53, -0x1bf76229d3b917p-108},
    {0x1921fb54442d18p-53, 0x11a62633145c07p-107},
};

#endif
