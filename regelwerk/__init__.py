"""regelwerk"""
