"""cython_ext"""
