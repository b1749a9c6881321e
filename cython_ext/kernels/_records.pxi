# Included by _steps.pyx: states without the bits that are always 0, and sets of them.

from cython_ext.kernels._states cimport rw_free_set, rw_guess, rw_hash_record, rw_load, rw_make_set, rw_make_squeeze, rw_near, rw_near_item, rw_nearer, rw_note, rw_pack, rw_set, rw_squeeze, rw_stretch, rw_unpack

